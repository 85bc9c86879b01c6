import sharp from 'sharp'

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('@playwright/test').Locator} Locator
 * @typedef {import('@playwright/test').BrowserContext} BrowserContext
 * @typedef {import('./world.mjs').World} World
 * @typedef {'large' | 'small'} Size
 * @typedef {'light' | 'dark'} Theme
 * @typedef {{ x: number, y: number, width: number, height: number }} Box
 */

/**
 * A screenshot of the product, taken at both sizes and in both themes.
 * @typedef {object} Scene
 * @property {string} name
 * @property {'owner' | 'newcomer' | 'client' | 'visitor'} [as] who looks at it: a client has opened their portal; the
 * default is the owner of the demo business
 * @property {string | ((world: World) => string)} at the URL
 * @property {(page: Page, world: World, size: Size) => Promise<unknown>} [first] runs before the screenshot
 * is taken
 * @property {(page: Page, size: Size) => (Locator | Locator[])} of the element to show, or several that
 * define the area
 * @property {number} [width] of the window, for the large size
 * @property {boolean} [isPhone] whether the large size, too, shows a phone
 * @property {Partial<Record<Size, number>>} [maxHeight] the height at which the screenshot is cut off
 * @property {number} [proportion] of width to height, for the large size; cuts off the rest
 * @property {number} [maxWidth] the width at which the large size is cut off
 * @property {number} [padding] around the elements
 * @property {string} [hide] the selector of elements that would cover others
 * @property {boolean} [isDialog] whether it shows a dialog, without the page behind it
 * @property {string} [style] for a page that is not one of the app
 */

/** @type {Record<Size, import('@playwright/test').BrowserContextOptions>} */
const screens = {
  large: { viewport: { width: 820, height: 900 }, deviceScaleFactor: 1.5 },
  small: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
}

/**
 * @param {Scene} scene
 * @param {Size} size
 */
export const screenFor = ({ isPhone }, size) => screens[isPhone ? 'small' : size]

/** @type {Record<Size, number>} */
const defaultMaxHeight = { large: 700, small: 720 }

/** Hides the caret and the focus ring, which the script's actions leave behind. */
const stillStyle = `
  *, *::before, *::after { caret-color: transparent !important; animation: none !important; transition: none !important }
  :focus, :focus-visible { outline: none !important }
  [data-toast] { display: none !important }
`
const alone = `
  #root { visibility: hidden }
  .bg-overlay { background: transparent !important }
`

/** A string, because it runs in the browser. */
const isReady = `
  !document.querySelector('.animate-breathe, .animate-spin, [aria-busy=true]') &&
  document.fonts.status === 'loaded' &&
  [...document.images].every((image) => image.loading === 'lazy' || image.complete)
`

/**
 * @param {Page} page
 * @param {Scene} scene
 * @param {{ world: World, size: Size }} how
 * @returns {Promise<{ size: [number, number], files: Record<Theme, Buffer> }>}
 */
export async function take(page, scene, { world, size }) {
  if (size === 'large' && scene.width) await page.setViewportSize({ width: scene.width, height: 900 })
  watchRequests(page)
  const response = await page.goto(typeof scene.at === 'string' ? scene.at : scene.at(world))
  if (response && !response.ok()) throw new Error(`${scene.name}: ${response.url()} is ${response.status()}`)
  await settle(page)
  await scene.first?.(page, world, size)
  await settle(page)
  const hidden = scene.hide ? `${scene.hide} { display: none !important }` : ''
  await page.addStyleTag({
    content: stillStyle + hidden + (scene.isDialog ? alone : '') + (scene.style ?? ''),
  })
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  await page.mouse.move(0, 0)
  await settle(page)
  const elements = scene.of(page, size)
  const isSmall = size === 'small' || scene.isPhone === true
  const clip = await boxOf(page, Array.isArray(elements) ? elements : [elements], {
    padding: scene.padding ?? (isSmall ? 16 : 24),
    isWhole: isSmall,
    maxHeight: scene.maxHeight?.[size] ?? defaultMaxHeight[size],
  })
  if (size === 'large') {
    clip.width = Math.min(clip.width, scene.maxWidth ?? clip.width)
    clip.height = scene.proportion ? Math.round(clip.width / scene.proportion) : clip.height
  }
  const light = await shoot(page, clip, 'light')
  const dark = await shoot(page, clip, 'dark')
  return { size: [clip.width, clip.height], files: { light, dark } }
}

/**
 * The pending requests of each page.
 * @type {WeakMap<Page, Set<import('@playwright/test').Request>>}
 */
const pendingRequests = new WeakMap()

/** @param {Page} page */
function watchRequests(page) {
  /** @type {Set<import('@playwright/test').Request>} */
  const requests = new Set()
  pendingRequests.set(page, requests)
  page.on('request', (request) => {
    // The event stream stays open forever.
    if (!request.url().includes('/api/v1/live?')) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Waits until the page has loaded everything.
 * @param {Page} page
 */
export async function settle(page) {
  await page.waitForLoadState('load')
  for (let calm = 0; calm < 3;) {
    await page.waitForTimeout(100)
    const isCalm = (pendingRequests.get(page)?.size ?? 0) === 0 && (await page.evaluate(isReady))
    calm = isCalm ? calm + 1 : 0
  }
}

/**
 * @param {Page} page
 * @param {Locator[]} parts
 * @param {{ padding: number, isWhole: boolean, maxHeight: number }} options isWhole: as wide as the window
 * @returns {Promise<Box>}
 */
async function boxOf(page, parts, { padding, isWhole, maxHeight }) {
  const boxes = await Promise.all(
    parts.map(async (part) => {
      const box = await part.boundingBox()
      if (!box) throw new Error(`nothing to see of ${part.toString()}`)
      return box
    }),
  )
  const width = page.viewportSize()?.width ?? 0
  const left = isWhole ? 0 : Math.min(...boxes.map(({ x }) => x)) - padding
  const right = isWhole ? width : Math.max(...boxes.map((box) => box.x + box.width)) + padding
  const top = Math.min(...boxes.map(({ y }) => y)) - padding
  const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + padding
  const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))]
  return {
    x,
    y,
    width: Math.min(width, Math.round(right)) - x,
    height: Math.min(maxHeight, Math.round(bottom) - y),
  }
}

/**
 * @param {Page} page
 * @param {Box} clip
 * @param {Theme} colorScheme
 */
async function shoot(page, clip, colorScheme) {
  await page.emulateMedia({ colorScheme })
  await settle(page)
  const picture = await page.screenshot({ clip, fullPage: true, animations: 'disabled' })
  // A palette of a few dozen colours with lossless compression gives smaller files than lossy WebP, and text
  // stays sharp.
  const reduced = await sharp(picture).png({ palette: true, quality: 85, dither: 0 }).toBuffer()
  return sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer()
}
