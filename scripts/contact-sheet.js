// `node scripts/contact-sheet.js FOLDER [SCENE...]`: for each scene, or all, one picture with the studio's view of it over its
// run, SCENE.png in the folder. Without --every the frames share the duration that the scene names.

import './lib/node-version.js';
import path from 'node:path';
import { writeContactSheet } from './lib/pictures.js';
import { chosenScenes, openStudio, readArguments, readCatalogue, refuse } from './lib/studio-page.js';

const USAGE = 'node scripts/contact-sheet.js FOLDER [SCENE...] [--frames COUNT] [--every SECONDS]';

const { values, positionals } = readArguments(USAGE, {
  frames: { min: 1, max: 60, integer: true, default: 9 },
  every: { min: 0.001, max: 600 },
});
const [folder, ...names] = positionals;
if (folder === undefined) refuse('The folder for the pictures is missing.', USAGE);
const scenes = chosenScenes(await readCatalogue(), names, USAGE);

const studio = await openStudio();
for (const { id } of scenes)
  await writeContactSheet(studio, id, path.join(folder, `${id}.png`), { ...values, tell: console.log });
await studio.close();
