import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { helpSlugs } from './help-rules.ts'

interface Video {
  slug: string
  title: string
  description: string
  article: string
  seconds: number
  version: string
  steps: { at: number; words: string }[]
}

const videos = JSON.parse(readFileSync('src/features/site/web/help/videos.json', 'utf8')) as Video[]
const read = (slug: string, kind: string) => readFileSync(`public/videos/${slug}.${kind}`)

test('there are five, each with a title, a description, its length and an article that tells more', () => {
  expect(videos).toHaveLength(5)
  for (const { title, description, seconds, article, version } of videos) {
    expect(title).not.toBe('')
    expect(description).toMatch(/\.$/)
    expect(seconds).toBeGreaterThan(25)
    // The page says less than a minute.
    expect(seconds).toBeLessThan(60)
    expect(helpSlugs).toContain(article)
    expect(version).toMatch(/^[0-9a-f]{8}$/)
  }
})

test('each is a WebM of at most 500 kB, with a small picture', () => {
  for (const { slug } of videos) {
    const video = read(slug, 'webm')
    expect(video.subarray(0, 4).toString('hex')).toBe('1a45dfa3')
    expect(video.includes('V_VP9')).toBe(true)
    expect(video.length).toBeLessThanOrEqual(500_000)
    const poster = read(slug, 'webp')
    expect(poster.subarray(8, 12).toString()).toBe('WEBP')
    expect(poster.length).toBeLessThanOrEqual(30_000)
  }
})

/** 00:06.800 in seconds. */
function secondsOf(stamp: string): number {
  const [minutes, seconds] = stamp.split(':').map(Number)
  return (minutes ?? 0) * 60 + (seconds ?? 0)
}

test('the captions say what the transcript says, one after the other, to the end', () => {
  for (const { slug, seconds, steps } of videos) {
    const [head, ...cues] = read(slug, 'vtt').toString().trim().split('\n\n')
    expect(head).toBe('WEBVTT')
    const shownSteps = cues.map((cue) => {
      const [times = '', words] = cue.split('\n')
      const [from = '', until = ''] = times.split(/ --> | line/)
      return { at: secondsOf(from), until: secondsOf(until), words }
    })
    const ends = [...steps.slice(1).map(({ at }) => at), seconds]
    expect(shownSteps).toEqual(steps.map((step, index) => ({ ...step, until: ends[index] })))
    for (const { at, until } of shownSteps) expect(until - at).toBeGreaterThanOrEqual(3)
  }
})
