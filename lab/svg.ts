/** Pieces of SVG that plots and pictures share. Standalone files and pictures inside a page follow the reader's light or dark. */

export const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

const STYLE = `
.lab { font: 13px system-ui, sans-serif; }
.lab .paper { fill: #fff; }
.lab text { fill: #22262b; }
.lab .axis { stroke: #8a8f98; fill: none; }
.lab .grid { stroke: #8a8f98; stroke-opacity: .25; fill: none; }
.lab .edge { stroke: #22262b; fill: none; }
.lab .small { font-size: 11.5px; }
.lab .title { font-weight: 600; }
@media (prefers-color-scheme: dark) {
  .lab .paper { fill: #16191d; }
  .lab text { fill: #e4e7eb; }
  .lab .edge { stroke: #e4e7eb; }
}`;

export function svg(width: number, height: number, title: string, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" class="lab" role="img" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
<rect class="paper" width="${width}" height="${height}"/>
${content}
</svg>
`;
}

/** A coordinate: a tenth of a pixel is fine enough. */
export const px = (value: number): string => String(Math.round(value * 10) / 10);

/** Text at a place; `attributes` as in SVG. */
export const text = (x: number, y: number, words: string, attributes = ''): string =>
  `<text x="${px(x)}" y="${px(y)}" ${attributes}>${escapeXml(words)}</text>`;
