import { chromium } from '@playwright/test'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { top } from '../prepare.mjs'
import { account } from './account.mjs'
import { clients } from './clients.mjs'
import { dashboard } from './dashboard.mjs'
import { estimates } from './estimates.mjs'
import { invoices } from './invoices.mjs'
import { landing } from './landing.mjs'
import { money } from './money.mjs'
import { drawShared } from './og.mjs'
import { plans } from './plans.mjs'
import { startProduct } from './product.mjs'
import { takeForReadme } from './readme.mjs'
import { recurring } from './recurring.mjs'
import { reminders } from './reminders.mjs'
import { reports } from './reports.mjs'
import { screenFor, take } from './take.mjs'
import { fillWorld } from './world.mjs'

/**
 * @typedef {import('./take.mjs').Scene} Scene
 * @typedef {import('./take.mjs').Size} Size
 * @typedef {import('./world.mjs').World} World
 * @typedef {{ version: string, large: [number, number], small: [number, number] }} Entry
 */

const folder = join(top, 'public', 'pictures')
const list = join(top, 'src', 'web', 'pictures.json')
/** @type {Scene[]} */
const scenes = [
  ...landing,
  ...account,
  ...dashboard,
  ...invoices,
  ...estimates,
  ...recurring,
  ...clients,
  ...reminders,
  ...money,
  ...reports,
  ...plans,
]

const requested = process.argv.slice(2)
const names = [...scenes.map(({ name }) => name), 'og', 'readme']
const unknown = requested.filter((name) => !names.includes(name))
if (unknown.length > 0) {
  console.error(`There is no picture ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  process.exit(1)
}
/** @param {string} name */
const isRequested = (name) => requested.length === 0 || requested.includes(name)

const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? 'chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  const selected = scenes.filter(({ name }) => isRequested(name))
  if (selected.length > 0 || isRequested('readme')) await takePictures(selected)
  if (isRequested('og')) await drawShared(browser)
} finally {
  await browser.close()
}

/** @param {Scene[]} selected */
async function takePictures(selected) {
  const product = await startProduct({ live: true })
  try {
    if (selected.length > 0) {
      const world = await fillWorld(browser, product)
      await product.goLive()
      mkdirSync(folder, { recursive: true })
      for (const scene of selected) writePicture(scene.name, await takeAll(scene, product.origin, world))
    }
    if (isRequested('readme')) await takeForReadme(browser, product.origin)
  } finally {
    await product.stop()
  }
}

/**
 * @param {Scene} scene
 * @param {string} origin
 * @param {World} world
 */
async function takeAll(scene, origin, world) {
  const as = scene.as ?? 'owner'
  /** @param {Size} size */
  const takeOne = async (size) => {
    const context = await browser.newContext({
      ...screenFor(scene, size),
      baseURL: origin,
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
function writePicture(name, { large, small }) {
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

/** @param {Record<string, Entry>} entries written one per line, sorted by name */
function formatList(entries) {
  const lines = Object.entries(entries)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { version, large, small }]) => {
      const sizes = `"large": [${large.join(', ')}], "small": [${small.join(', ')}]`
      return `  "${name}": { "version": "${version}", ${sizes} }`
    })
  return `{\n${lines.join(',\n')}\n}\n`
}
