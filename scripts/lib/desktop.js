/**
 * Whether a browser window opened here would be visible to the user who typed the command: not over SSH, not in
 * continuous integration, and on Linux only with a display.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {NodeJS.Platform} [platform]
 */
export function hasDesktop(env = process.env, platform = process.platform) {
  if (env.CI || env.SSH_CONNECTION || env.SSH_TTY) return false;
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
