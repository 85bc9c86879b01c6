/**
 * Returns the captions of the steps as WebVTT. Each is shown until the next step begins.
 * @param {{ at: number, words: string }[]} steps
 * @param {number} seconds the length of the video
 * @param {'top' | 'bottom'} position
 */
export function writeCaptions(steps, seconds, position) {
  const line = position === 'top' ? ' line:0' : ''
  const cues = steps.map(({ at, words }, index) => {
    const until = steps[index + 1]?.at ?? seconds
    return `${timestamp(at)} --> ${timestamp(until)}${line}\n${words}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

/** @param {number} seconds */
function timestamp(seconds) {
  const minutes = Math.floor(seconds / 60)
  const rest = (seconds - minutes * 60).toFixed(3)
  return `${String(minutes).padStart(2, '0')}:${rest.padStart(6, '0')}`
}
