import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { top } from '../prepare.mjs'
import { landing } from './landing.mjs'
import { startProduct } from './product.mjs'
import { screenFor, take } from './take.mjs'
import { fillWorld } from './world.mjs'

/**
 * @typedef {import('./take.mjs').Scene} Scene
 * @typedef {import('./take.mjs').Size} Size
 * @typedef {{ version: string, large: [number, number], small: [number, number] }} Entry
 */

const folder = join(top, 'public', 'pictures')
const list = join(top, 'src', 'web', 'pictures.json')
/** @type {Scene[]} */
const scenes = [...landing]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !scenes.some((scene) => scene.name === name))
if (unknown.length > 0) {
  console.error(
    `There is no picture ${unknown.join(', ')}. There are: ${scenes.map(({ name }) => name).join(', ')}`,
  )
  process.exit(1)
}

const product = await startProduct()
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? 'chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  const world = await fillWorld(browser, product)
  mkdirSync(folder, { recursive: true })
  for (const scene of scenes) {
    if (asked.length === 0 || asked.includes(scene.name)) keep(scene.name, await takeAll(scene, world))
  }
} finally {
  await browser.close()
  await product.stop()
}

/**
 * @param {Scene} scene
 * @param {import('./world.mjs').World} world
 */
async function takeAll(scene, world) {
  const as = scene.as ?? 'owner'
  /** @param {Size} size */
  const takeOne = async (size) => {
    const context = await browser.newContext({
      ...screenFor(scene, size),
      baseURL: product.origin,
      ...(as === 'visitor' ? {} : { storageState: world[as] }),
      bypassCSP: true,
      reducedMotion: 'reduce',
      colorScheme: 'light',
      locale: 'en-US',
      timezoneId: 'America/New_York',
    })
    try {
      return await take(await context.newPage(), scene, { world, size })
    } finally {
      await context.close()
    }
  }
  return { large: await takeOne('large'), small: await takeOne('small') }
}

/**
 * Writes the four files, and their sizes into the list.
 * @param {string} name
 * @param {Awaited<ReturnType<typeof takeAll>>} taken
 */
function keep(name, { large, small }) {
  const hash = createHash('sha256')
  for (const [size, { files }] of Object.entries({ large, small })) {
    for (const [theme, content] of Object.entries(files)) {
      hash.update(content)
      writeFileSync(join(folder, `${name}-${size}-${theme}.webp`), content)
    }
  }
  const bytes = [large, small].flatMap(({ files }) => [files.light.length, files.dark.length])
  const sizes = [large, small].map(({ size }) => size.join('×'))
  console.log(
    `${name}: ${sizes.join(', ')}; ${bytes.map((count) => `${Math.ceil(count / 1000)} kB`).join(', ')}`,
  )
  /** @type {Record<string, Entry>} */
  const entries = JSON.parse(readFileSync(list, 'utf8'))
  entries[name] = { version: hash.digest('hex').slice(0, 8), large: large.size, small: small.size }
  writeFileSync(list, formatList(entries))
}

/** @param {Record<string, Entry>} entries one a line, by name */
function formatList(entries) {
  const lines = Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { version, large, small }]) => {
      const sizes = `"large": [${large.join(', ')}], "small": [${small.join(', ')}]`
      return `  "${name}": { "version": "${version}", ${sizes} }`
    })
  return `{\n${lines.join(',\n')}\n}\n`
}
