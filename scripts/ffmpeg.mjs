import { findProgram, installPackage } from './system-program.mjs'

/** Where ffmpeg is, installed through the system's packages if it is missing. Undefined, after saying so, without. */
export async function ensureFfmpeg() {
  const found = findFfmpeg() ?? (await installFfmpeg())
  if (!found) console.error('The videos need ffmpeg: install it, or set FFMPEG_PATH to where it is.')
  return found
}

function findFfmpeg() {
  return findProgram(['ffmpeg'], process.env.FFMPEG_PATH)
}

async function installFfmpeg() {
  console.log('Installing ffmpeg…')
  return (await installPackage(['ffmpeg'])) ? findFfmpeg() : undefined
}
