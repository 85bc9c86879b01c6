import { Page } from '../../../web/layout/page.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'

export function FeaturesPage() {
  return (
    <Page>
      <PageHeader title="Features" />
    </Page>
  )
}
