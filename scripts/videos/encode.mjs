import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** The size of the recorded window in pixels. It is small, so that its text stays large. */
export const frame = { width: 960, height: 600 }
export const framesPerSecond = 12

/** Static content needs almost no space. A key frame every twelve seconds allows seeking. */
const vp9 = [
  ['-c:v', 'libvpx-vp9', '-crf', '36', '-b:v', '0', '-g', String(12 * framesPerSecond)],
  ['-deadline', 'good', '-cpu-used', '2', '-row-mt', '1', '-tune-content', 'screen'],
  ['-auto-alt-ref', '1', '-lag-in-frames', '25', '-pix_fmt', 'yuv420p'],
  ['-vf', 'scale=out_color_matrix=bt709:out_range=tv', '-colorspace', 'bt709', '-color_range', 'tv'],
  ['-color_primaries', 'bt709', '-color_trc', 'bt709'],
].flat()

/**
 * Encodes frames of raw RGB to a WebM file.
 * @param {string} file
 */
export function openEncoder(file) {
  const { width, height } = frame
  const source = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`]
  const input = [...source, '-r', String(framesPerSecond), '-i', 'pipe:0']
  const output = ['-an', ...vp9, '-fflags', '+bitexact', '-map_metadata', '-1', file]
  const args = ['-loglevel', 'error', '-y', ...input, ...output]
  const ffmpeg = spawn(process.env['FFMPEG_PATH'] ?? 'ffmpeg', args, {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  /** @type {Promise<[number | null]>} */
  const ended = once(ffmpeg, 'close').then(([code]) => [code])
  // The exit code reports the failure, so an error of the pipe is ignored.
  ffmpeg.stdin.on('error', () => undefined)
  return {
    /** @param {Buffer} pixels */
    async write(pixels) {
      if (!ffmpeg.stdin.write(pixels)) await Promise.race([once(ffmpeg.stdin, 'drain'), ended])
    },
    async finish() {
      ffmpeg.stdin.end()
      const [code] = await ended
      if (code !== 0) throw new Error(`ffmpeg could not write ${file}`)
    },
    abandon() {
      ffmpeg.kill('SIGKILL')
    },
  }
}
