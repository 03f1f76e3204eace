//! Any text, or any JSON, as the arguments of any tool: the laws.

#![no_main]

use libfuzzer_sys::fuzz_target;
use toolmend::{Arguments, Call, Host, Options};
use toolmend_fuzz::{calls, check, from_bytes, tools};

fuzz_target!(|input: (u8, &[u8])| {
    let (choice, bytes) = input;
    let name = calls::NAMES[usize::from(choice >> 3) % calls::NAMES.len()];
    let tools = tools();
    if choice & 1 == 0 {
        let text = String::from_utf8_lossy(bytes);
        check(&tools, &Call { name, arguments: Arguments::Text(&text), ..Call::default() });
        let options = Options { host: Some(Host::OpenCode), ..Options::default() };
        let sent = Call { name, arguments: Arguments::Text(&text), options, ..Call::default() };
        toolmend::mend(&tools, &sent);
        return;
    }
    let Some(json) = from_bytes(&calls::arbitrary_json(), bytes) else { return };
    check(&tools, &Call { name, arguments: Arguments::Text(&json), ..Call::default() });
    check(&tools, &Call { name, arguments: Arguments::Value(&json), ..Call::default() });
});
