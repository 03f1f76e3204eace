//! The command line without WebAssembly: `cargo run --release --example lines -- mend|scan|json`.
//! Reads JSON Lines on standard input and answers on standard output, so that the native engine
//! can be scored and compared with the packed one.

use std::io::{self, BufRead, Write};
use std::rc::Rc;

use toolmend::{AnyPattern, Patterns, lines};

fn main() -> io::Result<()> {
    let command = std::env::args().nth(1).unwrap_or_default();
    let patterns: Rc<dyn Patterns> = Rc::new(AnyPattern);
    let mut output = io::BufWriter::new(io::stdout().lock());
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = match command.as_str() {
            "mend" => lines::mend_line(&line, &patterns),
            "json" => lines::json_line(&line, &patterns),
            "scan" => lines::scan_line(&line, &patterns),
            _ => return Err(io::Error::other("usage: lines mend|scan|json")),
        };
        writeln!(output, "{answer}")?;
    }
    output.flush()
}
