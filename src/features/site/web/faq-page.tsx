import { Page } from '../../../web/layout/page.tsx'
import { ProseSections } from '../../../web/prose/prose-view.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import faq from './content/faq.md'

export function FaqPage() {
  return (
    <Page>
      <PageHeader title="FAQ" />
      <ProseSections sections={faq.sections} />
    </Page>
  )
}
