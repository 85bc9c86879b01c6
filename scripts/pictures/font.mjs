import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const file = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

/**
 * The font for images that are drawn outside the product's pages, because installed fonts differ between
 * machines.
 */
export const interFace = `@font-face {
  font-family: 'Inter Variable';
  font-weight: 100 900;
  src: url(data:font/woff2;base64,${readFileSync(file).toString('base64')}) format('woff2');
}`
