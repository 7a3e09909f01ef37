// The README's example, taken from the README, so that what a newcomer copies is what the tests run.

import { readFileSync } from 'node:fs';

const HEADING = 'Five-minute example';

/** The first JavaScript block under the heading "Five-minute example". */
export function exampleIn(readme: string): string {
  const heading = new RegExp(`^#+ +${HEADING}\\s*$`, 'mi').exec(readme);
  if (!heading) throw new Error(`README.md has no heading "${HEADING}"`);
  const section = readme.slice(heading.index + heading[0].length).split(/^#+ /m)[0];
  const block = /^```(?:js|javascript)\n([\s\S]*?)^```/m.exec(section);
  if (!block) throw new Error(`README.md has no \`\`\`js block under "${HEADING}"`);
  return block[1];
}

/** The block marked so, as ```js three. */
export function markedExample(mark: string): string {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const block = new RegExp(`^\`\`\`js ${mark}\\n([\\s\\S]*?)^\`\`\``, 'm').exec(readme);
  if (!block) throw new Error(`README.md has no \`\`\`js ${mark} block`);
  return block[1];
}

/** The example of this repository's README. */
export const readmeExample = () => exampleIn(readFileSync(new URL('../README.md', import.meta.url), 'utf8'));
