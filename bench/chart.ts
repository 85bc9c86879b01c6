import { ratioOf } from './report.ts'
import type { Measured } from './table.ts'

const row = 26
const labels = 270
const width = 760
const scale = (width - labels - 60) / 1
/** Greys and blues that are legible on white and on black. */
const fills = ['#9db8d9', '#5b8bc4', '#2f6db5']

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Draws a bar for each request and scale: the product's throughput as a share of the floor's. */
export function drawChart(all: readonly Measured[]): string {
  const times = [...new Set(all.map((each) => each.times))]
  const names = [...new Set(all.map((each) => each.name))]
  const group = row * 0.5 * times.length + 12
  const height = names.length * group + 60
  const bars = names.flatMap((name, at) => {
    const top = 40 + at * group
    const ofName = all.filter((each) => each.name === name)
    const label = `<text x="${labels - 10}" y="${top + (group - 12) / 2 + 4}" text-anchor="end">${escaped(ofName[0]?.what ?? name)}</text>`
    const rects = ofName.map((each, index) => {
      const long = Math.min(ratioOf(each), 1) * scale
      const y = top + index * row * 0.5
      return `<rect x="${labels}" y="${y}" width="${long.toFixed(1)}" height="11" rx="2" fill="${fills[index % fills.length]}"/>
<text x="${(labels + long + 6).toFixed(1)}" y="${y + 10}" class="figure">${ratioOf(each).toFixed(2)}</text>`
    })
    return [label, ...rects]
  })
  const target = labels + 0.5 * scale
  const legend = times.map(
    (each, index) =>
      `<rect x="${labels + index * 70}" y="8" width="11" height="11" rx="2" fill="${fills[index % fills.length]}"/><text x="${labels + index * 70 + 16}" y="18">${each}x</text>`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="Requests per second of the product as a share of the floor, at each size of data">
<style>text{font:13px system-ui,sans-serif;fill:#5c6672}.figure{font-size:10px}@media(prefers-color-scheme:dark){text{fill:#aab4c0}}</style>
${legend.join('\n')}
<line x1="${target}" y1="30" x2="${target}" y2="${height - 20}" stroke="#c0392b" stroke-dasharray="4 4"/>
<text x="${target}" y="${height - 6}" text-anchor="middle">0.5 of the floor</text>
${bars.join('\n')}
</svg>
`
}
