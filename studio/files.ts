/** Scene files of the user's own, by button or by drag and drop. */
import { byId } from './dom.ts';

/** No scene is larger; a wrong file can be. */
const MOST_BYTES = 256 * 2 ** 20;

export function acceptFiles(open: (name: string, text: Promise<string>) => void): void {
  const input = byId<HTMLInputElement>('file');
  byId('open').addEventListener('click', () => input.click());
  const take = (file: File | undefined | null) => {
    if (file) open(file.name, textOf(file));
  };
  input.addEventListener('change', () => {
    take(input.files?.[0]);
    input.value = '';
  });

  const isFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const mark = (isOver: boolean) => document.body.classList.toggle('dropping', isOver);
  addEventListener('dragover', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(true);
  });
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) mark(false);
  });
  addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    mark(false);
    take(event.dataTransfer?.files[0]);
  });
}

async function textOf(file: File): Promise<string> {
  if (file.size > MOST_BYTES)
    throw new Error(`${file.name} has ${file.size} bytes; at most ${MOST_BYTES} are read.`);
  return file.text();
}

/** Offers a file for download. */
export function saveFile(name: string, content: string | Blob, type: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  // Some browsers read it after the click returns.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
