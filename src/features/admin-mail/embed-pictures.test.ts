import { expect, test } from 'vitest'
import type { MessagePart } from '../../platform/mail/parse-message.ts'
import { embedPictures } from './embed-pictures.ts'

function part(contentId: string | null, type = 'image/png', bytes = [1, 2, 3]): MessagePart {
  return { name: null, type, contentId, isInline: true, bytes: new Uint8Array(bytes) }
}

test('pictures of the message take the place of their ids, wherever a browser would load them', () => {
  const [logo, other] = [part('<logo-1>'), part('<a b@host.example>', 'image/webp')]
  const html = `<img src="cid:logo-1"><img src=cid:logo-1><td background='CID:logo-1' style="background:url( cid:a%20b@host.example )">`
  const filled = embedPictures(html, [logo, other, part(null)])
  const png = 'data:image/png;base64,AQID'
  expect(filled.html).toBe(
    `<img src="${png}"><img src=${png}><td background='${png}' style="background:url( data:image/webp;base64,AQID )">`,
  )
  expect(filled.used).toEqual(new Set([logo, other]))
})

test('what is no picture, is not there or is only spoken of stays as it is', () => {
  const html = '<img src="cid:page"><img src="cid:svg"><img src="cid:%E0"><p>Write cid:logo-1 there.</p>'
  const parts = [part('<page>', 'text/html'), part('<svg>', 'image/svg+xml'), part('<logo-1>')]
  expect(embedPictures(html, parts)).toEqual({ html, used: new Set() })
})

test('a picture that is named over and over does not grow beyond bounds', () => {
  const large = part('<x>', 'image/png', Array<number>(300_000).fill(0))
  const filled = embedPictures('<img src="cid:x">'.repeat(1000), [large])
  expect(filled.html.length).toBeLessThan(21 * 1024 * 1024)
  expect(filled.used).toEqual(new Set([large]))
})
