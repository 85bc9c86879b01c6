import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Session } from '../../features/auth/contract.ts'
import { draftOwnerOf } from '../../features/auth/web/draft-owner.ts'
import { useToday } from '../../features/auth/web/signed-in.tsx'
import { clientsQuery } from '../../features/clients/web/client-api.ts'
import type { Estimate } from '../../features/estimates/contract.ts'
import { estimateValuesOf } from '../../features/estimates/web/form/estimate-form-values.ts'
import { EstimateForm } from '../../features/estimates/web/form/estimate-form.tsx'
import { BackLink } from '../../web/layout/back-link.tsx'
import { PageSkeleton } from '../../web/layout/page-skeleton.tsx'
import { Page } from '../../web/layout/page.tsx'
import { Button } from '../../web/ui/button.tsx'
import { Notice } from '../../web/ui/notice.tsx'
import { PageHeader } from '../../web/ui/page-header.tsx'
import { EstimateOfUrl } from './estimate-of-url.tsx'

/** /estimates/{id}/edit */
export function EditEstimatePage() {
  return (
    <EstimateOfUrl>{(estimate, session) => <Editor estimate={estimate} session={session} />}</EstimateOfUrl>
  )
}

function Editor({ estimate, session }: { estimate: Estimate; session: Session }) {
  const clients = useQuery(clientsQuery(''))
  const today = useToday(session)
  const { id, number, decision, document, logo } = estimate
  if (clients.isPending) return <PageSkeleton />
  return (
    <Page>
      <PageHeader
        title={`Edit Estimate ${number}`}
        above={
          <BackLink to="/estimates/$id" params={{ id }}>
            Estimate {number}
          </BackLink>
        }
      />
      {decision ? (
        <Notice
          title={`This estimate was ${decision.decision === 'accept' ? 'accepted' : 'declined'}`}
          actions={
            <Button asChild variant="secondary" size="sm">
              <Link to="/estimates/$id" params={{ id }}>
                Open estimate
              </Link>
            </Button>
          }
        >
          It can no longer be changed because it’s what your client answered. Duplicate it to make another
          offer.
        </Notice>
      ) : (
        <EstimateForm
          draftOwner={draftOwnerOf(session)}
          estimate={estimate}
          initial={estimateValuesOf(estimate, logo)}
          hasClients={clients.data?.clients.length !== 0}
          today={today}
          timeZone={session.business.timeZone}
          locale={session.business.locale}
          style={document.style}
        />
      )}
    </Page>
  )
}
