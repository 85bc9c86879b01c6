import { findProgram, installPackage } from './system-program.mjs'

/**
 * Returns the path of ffmpeg and installs it through the system's package manager if necessary. If that
 * fails, prints a message and returns undefined.
 */
export async function ensureFfmpeg() {
  const found = findFfmpeg() ?? (await installFfmpeg())
  if (!found) console.error('The videos need ffmpeg. Install it, or set FFMPEG_PATH to where it is.')
  return found
}

function findFfmpeg() {
  return findProgram(['ffmpeg'], process.env.FFMPEG_PATH)
}

async function installFfmpeg() {
  console.log('Installing ffmpeg…')
  return (await installPackage(['ffmpeg'])) ? findFfmpeg() : undefined
}
