import { useMutation } from '@tanstack/react-query'
import { Link2Off } from 'lucide-react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Page } from '../../../../web/layout/page.tsx'
import { pageTitle } from '../../../../web/page-title.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { EmptyState } from '../../../../web/ui/empty-state.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { useDocumentTitle } from '../../../../web/use-document-title.ts'
import { requestPortalLink } from '../../contract.ts'

/** A link that was renewed, is not complete or was never one. The page is the same for all of them. */
export function LinkNotValid({ token }: { token: string }) {
  useDocumentTitle(pageTitle('Link no longer valid'))
  const asking = useMutation({ mutationFn: () => call(requestPortalLink, { body: { token } }) })
  return (
    <Page width="narrow">
      <EmptyState
        level={1}
        icon={Link2Off}
        title="This link is no longer valid"
        text="Use the link in the newest email, or get a new one. It’s sent only to the email address that the business knows."
        action={
          !asking.isSuccess && (
            <Button busy={asking.isPending} busyLabel="Sending..." onClick={() => asking.mutate()}>
              Email me a new link
            </Button>
          )
        }
      />
      <output className="block empty:hidden">
        {asking.isSuccess && (
          <Notice tone="success" title="Check your email">
            If this was a link to your account, a new one is on its way to the address that the business
            knows.
          </Notice>
        )}
        {asking.isError && (
          <Notice tone="error">{messageOf(asking.error, 'That didn’t work. Please try again.')}</Notice>
        )}
      </output>
    </Page>
  )
}
