// Types of chromium.js, for the tests that import it.

/** The path of a Chromium to test with, or undefined when there is none. */
export function findChromium(env?: NodeJS.ProcessEnv): string | undefined;

/** The manifest of the SwiftShader that belongs to a Chromium, or undefined when it has none. */
export function findSwiftShader(chromium: string): string | undefined;
