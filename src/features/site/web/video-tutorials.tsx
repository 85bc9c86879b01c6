/** The tab of videos. */
export function VideoTutorials() {
  return null
}
