import { parse, walk } from '../architecture/source.ts';

/** Whether a module waits while it loads, which some bundlers and older browsers cannot. */
export function hasTopLevelAwait(text: string): boolean {
  let found = false;
  walk(parse('module.js', text), (node) => {
    if (/Function|MethodDefinition|StaticBlock/.test(node.type)) return false;
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true))
      found = true;
    return true;
  });
  return found;
}
