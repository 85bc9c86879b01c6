import sharp from 'sharp'

/** The logo of the demo business: a river below a roof. */
const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="160" viewBox="0 0 240 80">
  <rect x="4" y="8" width="64" height="64" rx="16" fill="#1d4e89"/>
  <path d="M20 36 36 22l16 14" fill="none" stroke="#fff" stroke-width="5" stroke-linecap="round" stroke-linejoin="round"/>
  <path d="M18 48q6-6 12 0t12 0 12 0M18 59q6-6 12 0t12 0 12 0" fill="none" stroke="#9fd3f5" stroke-width="4.5" stroke-linecap="round"/>
  <text x="82" y="38" font-family="Georgia, 'DejaVu Serif', serif" font-size="27" fill="#1d4e89">Riverside</text>
  <text x="83" y="64" font-family="Inter, 'DejaVu Sans', sans-serif" font-size="16" letter-spacing="5" fill="#5b7fa6">STUDIO</text>
</svg>`

/** Returns the logo as a PNG file, as a user would upload it. */
export function drawLogo() {
  return sharp(Buffer.from(drawing)).png().toBuffer()
}
