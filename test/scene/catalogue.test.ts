/** Every scene has a text, a picture, and a place in the studio's catalogue and on docs/showcases.md. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SHOWCASES_PAGE, showcasesPage, THUMBNAILS, thumbnailOf } from '../../scripts/lib/showcases-page.js';
import { root } from '../../scripts/plugin.js';
import { CATALOGUE } from '../../studio/catalogue.ts';

const namesIn = (folder: string, ending: string) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith(ending) && !name.endsWith('.schema.json'))
    .map((name) => path.basename(name, ending))
    .sort();
const scenes = namesIn('scenes', '.json');

describe('the catalogue', () => {
  it('lists every scene, with a title and a short text', () => {
    expect(CATALOGUE.map(({ id }) => id).sort()).toEqual(scenes);
    for (const { title, description, thumbnail } of CATALOGUE) {
      expect(title.length).toBeGreaterThan(2);
      expect(description).toMatch(/^[A-Z].{20,500}\.$/s);
      expect(thumbnail, `${title}: npm run showcases makes its picture`).toBeDefined();
    }
  });

  it('has a small picture of each, and of nothing else', () => {
    expect(namesIn(THUMBNAILS, '.jpg')).toEqual(scenes);
    let bytes = 0;
    for (const id of scenes) {
      const file = readFileSync(path.join(root, thumbnailOf(id)));
      expect([...file.subarray(0, 3)], id).toEqual([0xff, 0xd8, 0xff]); // a JPEG
      bytes += file.length;
    }
    expect(bytes).toBeLessThan(600_000);
  });

  it('is what docs/showcases.md shows', () => {
    expect(readFileSync(path.join(root, SHOWCASES_PAGE), 'utf8')).toBe(showcasesPage(CATALOGUE));
  });
});
