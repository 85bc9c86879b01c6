import { expect, test } from 'vitest'
import { safeFileName, attachmentDisposition } from './file-name.ts'

test.each([
  ['Invoice-1A2B3C4D.pdf', 'Invoice-1A2B3C4D.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['..\\..\\Windows\\evil.exe', 'evil.exe'],
  ['C:\\Users\\owner\\a.txt', 'a.txt'],
  ['/', 'attachment'],
  ['..', 'attachment'],
  ['.htaccess', 'htaccess'],
  ['a\r\nset-cookie: x=1\r\n\r\n<script>.txt', 'a set-cookie_ x=1 _script_.txt'],
  ['a"; filename="b.exe', 'a__ filename=_b.exe'],
  ['invoice\u202efdp.exe', 'invoice fdp.exe'],
  ['x\u0000.pdf', 'x .pdf'],
  ['Grüße 😀.pdf', 'Grüße 😀.pdf'],
  ['half \ud83d.pdf', 'half \ufffd.pdf'],
  [`${'a'.repeat(500)}.tar.gz`, `${'a'.repeat(117)}.gz`],
  ['', 'attachment'],
  [null, 'attachment'],
])('%j is saved as %j', (name, expected) => {
  const safe = safeFileName(name)
  expect(safe).toBe(expected)
  expect(() => new Headers({ 'content-disposition': attachmentDisposition(safe) })).not.toThrow()
})

test('a header names the file twice: for programs that read letters of all kinds, and for the others', () => {
  expect(attachmentDisposition("Grüße (it's).pdf")).toBe(
    `attachment; filename="Gr__e (it's).pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%28it%27s%29.pdf`,
  )
})

test('what has no name is called as the caller wants', () => {
  expect(safeFileName('/', '')).toBe('')
})
