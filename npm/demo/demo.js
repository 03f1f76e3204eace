// Mends real failing calls in front of your eyes.
import { compileTools } from 'toolmend';

console.log(compileTools([{ name: 'read' }]).mend({ name: 'read', arguments: '{}' }));
