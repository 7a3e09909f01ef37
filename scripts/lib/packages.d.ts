/** Why the installed packages are not those of package-lock.json, or undefined when they are. */
export function packagesMissing(root: string): string | undefined;
