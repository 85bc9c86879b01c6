import sharp from 'sharp'
import { settle } from '../pictures/take.mjs'
import { drawCursor, ringFrames } from './cursor.mjs'
import { frame, framesPerSecond } from './encode.mjs'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 * @typedef {import('./cursor.mjs').Point} Point
 * @typedef {ReturnType<typeof openFilm>} Film
 */

/** The height of the page's header, over which the captions are shown. */
const header = 64

/** @param {number} seconds */
const toFrames = (seconds) => Math.round(seconds * framesPerSecond)
/** @param {number} part of the movement, from 0 to 1 */
const eased = (part) => (1 - Math.cos(Math.PI * part)) / 2
/** How long a viewer needs to read it, in seconds. @param {string} words */
const readingTime = (words) => Math.max(3, 1 + words.split(' ').length / 2.8)

/** @param {Locator} target */
async function boxOf(target) {
  await target.waitFor()
  const box = await target.boundingBox()
  if (!box) throw new Error(`nothing to see of ${target.toString()}`)
  return box
}

/**
 * Records a page in video time rather than real time: nothing is recorded while the page loads, and the pace
 * stays the same on a slow machine.
 * @param {(pixels: Buffer) => Promise<void>} write
 */
export function openFilm(write) {
  /** @type {Page} */
  let page
  /** @type {Point} */
  let cursor = { x: frame.width * 0.6, y: frame.height * 0.5 }
  let picture = Buffer.alloc(0)
  let filmed = 0
  /** @type {Buffer | undefined} */
  let poster
  /** @type {{ at: number, words: string }[]} */
  const steps = []
  const now = () => Math.round((filmed / framesPerSecond) * 10) / 10

  async function capture() {
    picture = await sharp(await page.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer()
  }

  async function captureOnceSettled() {
    // The URL changes before the page is rendered.
    await page.getByRole('heading').first().waitFor()
    await settle(page)
    await capture()
  }

  /** @param {number} frames @param {number} [ring] */
  async function show(frames, ring) {
    const pixels = await drawCursor(picture, frame, cursor, ring)
    for (let count = 0; count < frames; count++) await write(pixels)
    filmed += frames
  }

  /** @param {number} seconds */
  const hold = (seconds) => show(toFrames(seconds))

  /**
   * Scrolls until the target's upper edge is at this height of the window, as far as the page allows.
   * @param {Locator} target
   * @param {number} [wanted]
   */
  async function scrollTo(target, wanted = header + 40) {
    const { y } = await boxOf(target)
    const distance = y - wanted
    const count = toFrames(Math.min(1.2, 0.4 + Math.abs(distance) / 1200))
    let done = 0
    for (let index = 1; index <= count; index++) {
      const next = Math.round(distance * eased(index / count))
      await page.evaluate(`scrollBy(0, ${next - done})`)
      done = next
      await capture()
      await show(1)
    }
    await captureOnceSettled()
  }

  /**
   * @param {Locator} target @param {{ x?: number }} [where] x: the distance from its left edge; the default
   * is its center
   */
  async function moveTo(target, { x } = {}) {
    const box = await boxOf(target)
    const from = cursor
    const to = { x: box.x + (x ?? box.width / 2), y: box.y + Math.min(box.height / 2, 24) }
    if (to.y < 0 || to.y > frame.height) throw new Error(`${target.toString()} has to be scrolled to`)
    const count = toFrames(Math.min(0.9, 0.35 + Math.hypot(to.x - from.x, to.y - from.y) / 1400))
    for (let index = 1; index <= count; index++) {
      const part = eased(index / count)
      cursor = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await show(1)
    }
    await page.mouse.move(to.x, to.y)
    await capture()
    await hold(0.25)
  }

  /**
   * @param {() => Promise<unknown>} work what the click does
   * @param {Locator} [until] the element that appears afterwards
   */
  async function press(work, until) {
    for (let ring = 0; ring < 2; ring++) await show(1, ring)
    await work()
    await until?.waitFor()
    await captureOnceSettled()
    for (let ring = 2; ring < ringFrames; ring++) await show(1, ring)
  }

  /**
   * @param {Locator} target
   * @param {{ x?: number, until?: Locator }} [how] until: the element that appears afterwards
   */
  async function click(target, { until, ...where } = {}) {
    await moveTo(target, where)
    await press(() => page.mouse.click(cursor.x, cursor.y), until)
    await hold(0.4)
  }

  /**
   * @param {Locator} field
   * @param {string} text
   * @param {number} [atOnce] letters per frame
   */
  async function type(field, text, atOnce = 2) {
    await click(field, { x: 48 })
    for (let index = 0; index < text.length; index += atOnce) {
      await page.keyboard.type(text.slice(index, index + atOnce))
      await capture()
      await show(1)
    }
    await hold(0.3)
  }

  /**
   * Chooses from a native list, which screenshots do not show.
   * @param {Locator} list
   * @param {string} option
   * @param {Locator} [until]
   */
  async function choose(list, option, until) {
    await moveTo(list)
    await press(() => list.selectOption(option), until)
    await hold(0.4)
  }

  /** Closes the toast of the last step, which would stay too long in video time. */
  async function closeToast() {
    const toast = page.locator('[data-toast]')
    if (!(await toast.isVisible())) return
    await toast.getByRole('button', { name: 'Close' }).dispatchEvent('click')
    await toast.waitFor({ state: 'hidden' })
    await capture()
  }

  /**
   * Records one step with its caption. It lasts at least as long as a viewer needs to read the caption.
   * @param {string} words
   * @param {() => Promise<unknown>} [work]
   */
  async function step(words, work) {
    await closeToast()
    steps.push({ at: now(), words })
    const began = filmed
    await work?.()
    await show(Math.max(toFrames(0.5), toFrames(readingTime(words)) - (filmed - began)))
  }

  return {
    hold,
    scrollTo,
    moveTo,
    click,
    type,
    choose,
    step,
    /** Records this page from now on. @param {Page} next */
    async turnTo(next) {
      page = next
      await captureOnceSettled()
    },
    /** Makes the current frame the poster of the video. */
    keepPoster() {
      poster = picture
    },
    /** Ends the film and returns its length in seconds, its steps and its poster. */
    async end() {
      await hold(1)
      return { seconds: now(), steps, poster: poster ?? picture }
    },
  }
}
