import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { surfaceDocuments } from '../../../../../test/support/fixtures/surface-documents.ts'
import { InvoicePaper } from './invoice-paper.tsx'

/** What a reader sees, a piece of text a line. */
function textOf(html: string): string {
  return html
    .replaceAll(/<[^>]+>/g, '\n')
    .replaceAll(/\n{2,}/g, '\n')
    .trim()
}

// The PDF and the mails are the other four: src/features/reminders/document-surfaces.test.ts.
test.each(Object.entries(surfaceDocuments))('%s, on the page', (_name, invoice) => {
  expect(textOf(renderToStaticMarkup(<InvoicePaper invoice={invoice} />))).toMatchSnapshot()
})
