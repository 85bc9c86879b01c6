import { prerender } from 'react-dom/static'
import { expect, test } from 'vitest'
import { Gallery } from '../../../test/gallery/gallery.tsx'

test('every part of the kit renders on a server, without a window', async () => {
  expect('window' in globalThis).toBe(false)
  const { prelude } = await prerender(<Gallery />)
  const html = await new Response(prelude).text()
  for (const title of ['Actions', 'Figures and lists', 'Fields', 'Choices', 'Feedback', 'Overlays']) {
    expect(html).toContain(`>${title}</h2>`)
  }
  expect(html).toContain('aria-label="Notifications"')
})
