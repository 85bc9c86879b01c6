import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { productName } from '../../src/shared/product.ts'
import { top } from '../prepare.mjs'
import { interFace } from './font.mjs'

const pages = join(top, 'dist', 'web', 'pages')
const folder = join(top, 'public', 'og')
/** These pages describe the whole product, so their images show it. */
const withProduct = new Set(['index', 'features', 'pricing', 'signup', 'help'])

/**
 * Draws the preview images that other sites show for a shared link, one for each pre-rendered page.
 * @param {import('@playwright/test').Browser} browser
 */
export async function drawShared(browser) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const page = await browser.newPage({ viewport: { width: 1200, height: 630 }, colorScheme: 'light' })
  for (const file of readdirSync(pages).filter((name) => name !== '404.html')) {
    const name = file.replace('.html', '')
    await page.setContent(documentOf(name, readFileSync(join(pages, file), 'utf8')))
    await page.evaluate('document.fonts.ready')
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, quality: 80, effort: 10, dither: 0 })
      .toBuffer()
    writeFileSync(join(folder, `${name}.png`), picture)
    console.log(`og/${name}: ${Math.ceil(picture.length / 1000)} kB`)
  }
  await page.close()
}

/**
 * Returns the HTML of a preview image. Title and description stay as the page has them, already escaped.
 * @param {string} name
 * @param {string} html
 */
function documentOf(name, html) {
  const title = (/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? '').replace(` · ${productName}`, '')
  const description = /<meta name="description" content="([^"]*)"/.exec(html)?.[1] ?? ''
  const logo = readFileSync(join(top, 'public', 'favicon.svg'), 'utf8')
  const product = withProduct.has(name) ? `<img class="product" src="${dashboard()}">` : ''
  return `<!doctype html><style>${interFace}${styles}</style>
<body class="${product ? 'with-product' : 'plain'}">
<header>${logo}<span>${productName}</span></header>
<main><h1>${title}</h1><p>${description}</p></main>
${product || race}
</body>`
}

function dashboard() {
  const file = join(top, 'public', 'pictures', 'landing-dashboard-large-light.webp')
  return `data:image/webp;base64,${readFileSync(file).toString('base64')}`
}

/** The water that drives the mill. */
const wave = 'c25 0 25-17.5 50-17.5s25 17.5 50 17.5'
const race = `<svg class="race" viewBox="0 0 1200 120" fill="none" stroke-width="10" stroke-linecap="round">
  <path d="M-40 45${wave.repeat(13)}" stroke="#0d5f5a"/>
  <path d="M-90 85${wave.repeat(14)}" stroke="#9fcac5"/>
</svg>`

const styles = `
  * { margin: 0; box-sizing: border-box }
  body { width: 1200px; height: 630px; overflow: hidden; position: relative; padding: 64px 80px;
    background: #f6f8f8; color: #0f1e1d; font-family: 'Inter Variable' }
  header { display: flex; align-items: center; gap: 18px; font-size: 32px; font-weight: 600; letter-spacing: -0.02em }
  header svg { width: 56px; height: 56px }
  h1 { font-weight: 650; letter-spacing: -0.03em; line-height: 1.12; text-wrap: balance }
  p { color: #54625f; line-height: 1.4; text-wrap: pretty }
  .plain main { margin-top: 72px; max-width: 1000px }
  .plain h1 { font-size: 72px }
  .plain p { margin-top: 24px; font-size: 32px }
  .with-product main { margin-top: 40px; max-width: 1000px }
  .with-product h1 { font-size: 58px }
  .with-product p { margin-top: 16px; font-size: 28px }
  .race { position: absolute; left: 0; bottom: 0; width: 1200px; height: 120px }
  .product { position: absolute; left: 80px; top: 376px; width: 1040px; border: 1px solid #d3dcda; border-radius: 14px;
    box-shadow: 0 12px 40px rgb(14 40 38 / 14%) }
`
