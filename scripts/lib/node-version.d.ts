/** Whether a version such as 'v20.20.2' will do. */
export function nodeIsRecentEnough(version: string): boolean;
