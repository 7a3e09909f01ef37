// docs/showcases.md as text: every scene of the catalogue with its picture.

export const SHOWCASES_PAGE = 'docs/showcases.md';
export const THUMBNAILS = 'scenes/thumbnails';

export const thumbnailOf = (id) => `${THUMBNAILS}/${id}.jpg`;

/** @param {readonly { id: string, title: string, description: string }[]} catalogue */
export function showcasesPage(catalogue) {
  const sections = catalogue.map(
    ({ id, title, description }) => `## ${title}

![${title}](../${thumbnailOf(id)})

${description}

\`selvedge run ${id}\`, [the file](../scenes/${id}.json)
`,
  );
  return `# Showcases

The scenes that come with Selvedge. The studio (\`npm start\`) lists them all; \`selvedge run\` and \`createSceneWorld\` take them by
file. Pictures and this page are written by \`npm run showcases\`: [contributing.md](contributing.md).

${sections.join('\n')}`;
}
