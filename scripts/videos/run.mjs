import { chromium } from '@playwright/test'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { startProduct } from '../pictures/product.mjs'
import { top } from '../prepare.mjs'
import { writeCaptions } from './captions.mjs'
import { connectBank } from './connect-bank.mjs'
import { frame, openEncoder } from './encode.mjs'
import { openFilm } from './film.mjs'
import { firstInvoice } from './first-invoice.mjs'
import { lateInvoices } from './late-invoices.mjs'
import { payByCard } from './pay-by-card.mjs'
import { recordExpense } from './record-expense.mjs'
import { setStage } from './stage.mjs'

/**
 * A video.
 * @typedef {object} Scene
 * @property {string} slug
 * @property {string} title
 * @property {string} description
 * @property {string} article the slug of the article with more information
 * @property {'top' | 'bottom'} [captions] where they cover nothing important; the default is the top, over
 * the header
 * @property {(film: import('./film.mjs').Film, stage: import('./stage.mjs').Stage) => Promise<void>} play
 *
 * @typedef {object} Entry
 * @property {string} slug
 * @property {string} title
 * @property {string} description
 * @property {string} article
 * @property {number} seconds
 * @property {string} version changes with the files
 * @property {{ at: number, words: string }[]} steps
 */

const folder = join(top, 'public', 'videos')
const list = join(top, 'src', 'features', 'site', 'web', 'help', 'videos.json')
const maxBytes = 500_000
const maxPosterBytes = 30_000
/** In the order of the list. @type {Scene[]} */
const scenes = [firstInvoice, payByCard, lateInvoices, recordExpense, connectBank]

const requested = process.argv.slice(2)
const unknown = requested.filter((slug) => !scenes.some((scene) => scene.slug === slug))
if (unknown.length > 0) {
  console.error(
    `There is no video ${unknown.join(', ')}. There are: ${scenes.map(({ slug }) => slug).join(', ')}`,
  )
  process.exit(1)
}

const product = await startProduct({ live: false })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? 'chromium',
  args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
})
try {
  const stage = await setStage(browser, product)
  mkdirSync(folder, { recursive: true })
  for (const scene of scenes) {
    if (requested.length === 0 || requested.includes(scene.slug)) writeVideo(scene, await shoot(scene, stage))
  }
} finally {
  await browser.close()
  await product.stop()
}

/**
 * @param {Scene} scene
 * @param {import('./stage.mjs').Stage} stage
 */
async function shoot(scene, stage) {
  const scratch = mkdtempSync(join(tmpdir(), 'millrace-video-'))
  const file = join(scratch, 'video.webm')
  const encoder = openEncoder(file)
  try {
    const film = openFilm(encoder.write)
    await scene.play(film, stage)
    const { poster, ...rest } = await film.end()
    await encoder.finish()
    const picture = await sharp(poster, { raw: { ...frame, channels: 3 } })
      .resize(640)
      .webp({ quality: 72, effort: 6, smartSubsample: true })
      .toBuffer()
    return { ...rest, video: readFileSync(file), poster: picture }
  } finally {
    encoder.abandon()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/**
 * Writes the three files, and the entry for the pages into the list.
 * @param {Scene} scene
 * @param {Awaited<ReturnType<typeof shoot>>} shot
 */
function writeVideo(
  { slug, title, description, article, captions = 'top' },
  { video, poster, seconds, steps },
) {
  console.log(
    `${slug}: ${seconds} s, ${steps.length} steps, ${video.length} bytes, poster ${poster.length} bytes`,
  )
  if (video.length > maxBytes || poster.length > maxPosterBytes) throw new Error(`${slug} is too large`)
  const captionFile = writeCaptions(steps, seconds, captions)
  const version = createHash('sha256')
    .update(video)
    .update(poster)
    .update(captionFile)
    .digest('hex')
    .slice(0, 8)
  writeFileSync(join(folder, `${slug}.webm`), video)
  writeFileSync(join(folder, `${slug}.webp`), poster)
  writeFileSync(join(folder, `${slug}.vtt`), captionFile)
  /** @type {Entry[]} */
  const before = JSON.parse(readFileSync(list, 'utf8'))
  const entry = { slug, title, description, article, seconds, version, steps }
  const entries = scenes.flatMap(
    (scene) => (scene.slug === slug ? entry : before.find((other) => other.slug === scene.slug)) ?? [],
  )
  writeFileSync(list, `${JSON.stringify(entries, null, 2)}\n`)
}
