import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const file = createRequire(import.meta.url).resolve(
  '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
)

/** For what is drawn outside the pages of the product: the letters that machines have differ. */
export const interFace = `@font-face {
  font-family: 'Inter Variable';
  font-weight: 100 900;
  src: url(data:font/woff2;base64,${readFileSync(file).toString('base64')}) format('woff2');
}`
