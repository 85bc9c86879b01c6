import { expect } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { expectToLookWell, tabTo, test } from '../support/e2e/browser.ts'

const videos = JSON.parse(readFileSync('src/features/site/web/help/videos.json', 'utf8')) as {
  slug: string
  title: string
  description: string
  steps: { words: string }[]
}[]

test('a video is played in its place with captions, and nothing of it is loaded before', async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/videos\/.*\.(webm|vtt)$/.test(pathname)) loaded.push(pathname)
  })
  await page.goto('/help?tab=videos')
  const cards = page.getByRole('tabpanel', { name: 'Video Tutorials' }).getByRole('article')
  await expect(cards).toHaveCount(videos.length)
  for (const [index, { title, description }] of videos.entries()) {
    const card = cards.nth(index)
    await expect(card.getByRole('heading', { name: title })).toBeVisible()
    await expect(card).toContainText(description)
    await expect(card.getByText(/^Length 0:\d\d$/)).toBeVisible()
    const picture = card.locator('img')
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(640)
  }
  await expectToLookWell(page)
  expect(loaded).toEqual([])

  const [{ slug, title, steps }] = videos as [(typeof videos)[number]]
  const first = cards.first()
  await tabTo(page, first.getByRole('link', { name: `Play ${title}` }))
  await page.keyboard.press('Enter')
  const player = first.locator('video')
  await expect(player).toBeFocused()
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0)
  // It keeps playing while the user watches.
  await player.evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = 0.1
  })
  const cue = () =>
    player.evaluate((video: HTMLVideoElement) => (video.textTracks[0]?.activeCues?.[0] as VTTCue)?.text)
  await expect.poll(cue).toBe(steps[0]?.words)
  expect([...new Set(loaded)].toSorted()).toEqual([`/videos/${slug}.vtt`, `/videos/${slug}.webm`])
  await player.evaluate((video: HTMLVideoElement) => {
    video.pause()
    video.currentTime = video.duration - 0.5
  })
  await expect.poll(cue).toBe(steps.at(-1)?.words)

  await tabTo(page, first.getByText('Transcript'))
  await page.keyboard.press('Enter')
  await expect(first.getByRole('listitem')).toHaveCount(steps.length)
  await expect(first.getByRole('listitem').last()).toContainText(steps.at(-1)!.words)
  await expectToLookWell(page)
})
