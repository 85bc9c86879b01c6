import type { HelpSlug } from '../../help-rules.ts'
import made from './videos.json'

export interface Video {
  slug: string
  title: string
  description: string
  /** Tells more about it. */
  article: HelpSlug
  seconds: number
  /** Of its files, so that browsers can keep them for ever. */
  version: string
  /** What is shown, from which second on: its captions and its transcript. */
  steps: readonly { at: number; words: string }[]
}

/** Made by `npm run videos`, which also writes their list. */
export const videos = made as readonly Video[]

export const videoSize = { width: 960, height: 600 }

export function videoFile({ slug, version }: Video, kind: 'webm' | 'vtt' | 'webp'): string {
  return `/videos/${slug}.${kind}?v=${version}`
}

/** As players write it: 0:49. */
export function playingTime(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}
