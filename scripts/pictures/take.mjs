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
 * One picture of the product, taken at both sizes and in both themes.
 * @typedef {object} Scene
 * @property {string} name
 * @property {'owner' | 'newcomer' | 'visitor'} [as] who looks; the owner of the demo business unless it says otherwise
 * @property {string | ((world: World) => string)} at the address
 * @property {(page: Page, world: World, size: Size) => Promise<unknown>} [first] what is done before it is taken
 * @property {(page: Page, size: Size) => (Locator | Locator[])} of what has to be on it; one page's worth if there are several
 * @property {number} [width] of the window, for the large one
 * @property {boolean} [isPhone] whether the large one, too, is of a phone
 * @property {Partial<Record<Size, number>>} [most] how tall it may get
 * @property {number} [proportion] of width to height, in the large one, whatever that cuts off
 * @property {number} [widest] how wide the large one may get, whatever that cuts off
 * @property {number} [padding] around what is on it
 * @property {string} [hide] what would lie in the way, as a selector
 * @property {boolean} [isDialog] whether it is a dialog, which is taken without the page below
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
const tallest = { large: 700, small: 720 }

/** Neither a caret nor a ring says where the script has just been. */
const still = `
  *, *::before, *::after { caret-color: transparent !important; animation: none !important; transition: none !important }
  :focus, :focus-visible { outline: none !important }
  [data-toast] { display: none !important }
`
const alone = `
  #root { visibility: hidden }
  .bg-overlay { background: transparent !important }
`

/** In words for the browser: this side knows no document. */
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
  await page.addStyleTag({ content: still + hidden + (scene.isDialog ? alone : '') + (scene.style ?? '') })
  await page.evaluate('document.activeElement?.blur(); scrollTo(0, 0)')
  await page.mouse.move(0, 0)
  await settle(page)
  const wanted = scene.of(page, size)
  const isSmall = size === 'small' || scene.isPhone === true
  const clip = await boxOf(page, Array.isArray(wanted) ? wanted : [wanted], {
    padding: scene.padding ?? (isSmall ? 16 : 24),
    isWhole: isSmall,
    most: scene.most?.[size] ?? tallest[size],
  })
  if (size === 'large') {
    clip.width = Math.min(clip.width, scene.widest ?? clip.width)
    clip.height = scene.proportion ? Math.round(clip.width / scene.proportion) : clip.height
  }
  const light = await shoot(page, clip, 'light')
  const dark = await shoot(page, clip, 'dark')
  return { size: [clip.width, clip.height], files: { light, dark } }
}

/** @type {WeakMap<Page, Set<import('@playwright/test').Request>>} what each page is waiting for */
const underWay = new WeakMap()

/** @param {Page} page */
function watchRequests(page) {
  /** @type {Set<import('@playwright/test').Request>} */
  const requests = new Set()
  underWay.set(page, requests)
  page.on('request', (request) => {
    // The stream of news stays open for ever.
    if (!request.url().endsWith('/api/v1/live')) requests.add(request)
  })
  page.on('requestfinished', (request) => requests.delete(request))
  page.on('requestfailed', (request) => requests.delete(request))
}

/**
 * Until everything is there that the page was waiting for.
 * @param {Page} page
 */
export async function settle(page) {
  await page.waitForLoadState('load')
  for (let calm = 0; calm < 3;) {
    await page.waitForTimeout(100)
    const isCalm = (underWay.get(page)?.size ?? 0) === 0 && (await page.evaluate(isReady))
    calm = isCalm ? calm + 1 : 0
  }
}

/**
 * @param {Page} page
 * @param {Locator[]} parts
 * @param {{ padding: number, isWhole: boolean, most: number }} how isWhole: as wide as the window
 * @returns {Promise<Box>}
 */
async function boxOf(page, parts, { padding, isWhole, most }) {
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
    height: Math.min(most, Math.round(bottom) - y),
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
  // A few dozen colours, kept to the pixel: smaller than the usual kind, and letters stay sharp.
  const reduced = await sharp(picture).png({ palette: true, quality: 85, dither: 0 }).toBuffer()
  return sharp(reduced).webp({ lossless: true, effort: 6 }).toBuffer()
}
