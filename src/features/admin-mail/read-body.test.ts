import { expect, test } from 'vitest'
import { readBody } from './read-message.ts'

const lines = (...all: string[]) => Buffer.from(all.join('\r\n'))

test('text, HTML and attachments are told apart', async () => {
  const message = lines(
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'Hello',
    '--b',
    'Content-Type: application/pdf; name="../a.pdf"',
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    'AQID',
    '--b--',
  )
  expect(await readBody(message)).toEqual({
    html: null,
    text: 'Hello\n',
    attachments: [
      {
        name: '../a.pdf',
        type: 'application/pdf',
        contentId: null,
        isInline: false,
        bytes: new Uint8Array([1, 2, 3]),
      },
    ],
  })
})

const nested = Array.from(
  { length: 60 },
  (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}`,
)

test.each([
  ['parts within parts within parts', lines(...nested, 'Content-Type: text/plain', '', 'deep')],
  ['a header without end', Buffer.from(`X-Long: ${'x'.repeat(300_000)}\r\n\r\nHello`)],
  ['parts that never come', lines('Content-Type: multipart/mixed; boundary=b', '', 'Hello')],
  ['no message at all', Buffer.from([0, 255, 13, 10, 7, 200])],
  ['nothing', Buffer.alloc(0)],
])('what cannot be taken apart is shown as the text that it is: %s', async (_what, message) => {
  expect(await readBody(message)).toEqual({ html: null, text: message.toString(), attachments: [] })
})
