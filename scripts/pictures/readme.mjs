import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { top } from '../prepare.mjs'
import { settle } from './take.mjs'

/**
 * Takes the screenshot of the landing page for the README.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} origin
 */
export async function takeForReadme(browser, origin) {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 900 },
    colorScheme: 'light',
    reducedMotion: 'reduce',
  })
  await page.goto(origin)
  await settle(page)
  mkdirSync(join(top, 'docs', 'images'), { recursive: true })
  const picture = sharp(await page.screenshot()).png({ palette: true, quality: 100, effort: 10 })
  await picture.toFile(join(top, 'docs', 'images', 'landing.png'))
  await page.close()
  console.log('docs/images/landing.png')
}
