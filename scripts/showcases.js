// `npm run showcases [-- SCENE...]`: for each scene, or all, its thumbnail (scenes/thumbnails) and a contact sheet over its run
// (out/showcases); then docs/showcases.md, which lists them all. A new scene needs nothing but its file. These paths begin in the
// repository, or in the folder --into which they are asked for.

import './lib/node-version.js';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { writeContactSheet, writeThumbnail } from './lib/pictures.js';
import { ROOT } from './lib/run.js';
import { SHOWCASES_PAGE, showcasesPage, thumbnailOf } from './lib/showcases-page.js';
import { chosenScenes, openStudio, readArguments, readCatalogue } from './lib/studio-page.js';

const USAGE =
  'npm run showcases -- [SCENE...] [--thumbnails | --sheets | --page] [--frames COUNT] [--into FOLDER]';
const SHEETS = 'out/showcases';

const { values, positionals } = readArguments(USAGE, {
  thumbnails: 'switch',
  sheets: 'switch',
  page: 'switch',
  frames: { min: 1, max: 60, integer: true, default: 9 },
  into: 'text',
});
const into = path.resolve(values.into ?? ROOT);
const isAll = !values.thumbnails && !values.sheets && !values.page;
const catalogue = await readCatalogue();
const scenes = chosenScenes(catalogue, positionals, USAGE);

if (isAll || values.thumbnails || values.sheets) {
  const studio = await openStudio();
  for (const { id } of scenes) {
    if (isAll || values.thumbnails) {
      const file = path.join(into, thumbnailOf(id));
      await writeThumbnail(studio, id, file);
      console.log(`${thumbnailOf(id)}: ${(statSync(file).size / 1000).toFixed(1)} kB`);
    }
    if (isAll || values.sheets) {
      const sheet = `${SHEETS}/${id}.png`;
      await writeContactSheet(studio, id, path.join(into, sheet), { ...values, tell: console.log });
      console.log(sheet);
    }
  }
  await studio.close();
}
if (isAll || values.thumbnails || values.page) {
  const page = path.join(into, SHOWCASES_PAGE);
  mkdirSync(path.dirname(page), { recursive: true });
  writeFileSync(page, showcasesPage(catalogue));
  console.log(SHOWCASES_PAGE);
}
