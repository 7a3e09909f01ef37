/** Whether a browser window opened here would be seen by the one who typed the command. */
export function hasDesktop(env?: NodeJS.ProcessEnv, platform?: NodeJS.Platform): boolean;
