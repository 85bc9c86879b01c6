import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Ellipsis, ExternalLink, MonitorX, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { call, messageOf } from '../../../../web/api-client.ts'
import { formatMoment } from '../../../../web/format/format-moment.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { Menu, MenuItem } from '../../../../web/ui/menu.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import { PanelFallback } from '../../../../web/ui/panel-fallback.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { May } from '../../../auth/web/may.tsx'
import { useTimeZone } from '../../../auth/web/session.ts'
import { UpgradeCard } from '../../../billing/web/upgrade-card.tsx'
import { useIsLocked } from '../../../billing/web/use-is-locked.ts'
import { refreshClients } from '../../../clients/web/client-api.ts'
import { type ClientPortal, endPortalDevices, renewClientPortal } from '../../owner/contract.ts'
import { clientPortalQuery } from './client-portal-api.ts'

interface PortalCardProps {
  client: { id: string; companyName: string }
}

/** The portal of a client: its link, when it was opened, and how to end what leads to it. */
export function PortalCard({ client }: PortalCardProps) {
  const portal = useQuery(clientPortalQuery(client.id))
  const isLocked = useIsLocked('clientPortal')
  if (isLocked) {
    return (
      <UpgradeCard feature="clientPortal" title="Client portal">
        One page where this client sees all invoices, estimates and payments, and writes to you.
      </UpgradeCard>
    )
  }
  return (
    <Card aria-label="Client portal">
      <CardHeader>
        <CardTitle>Client portal</CardTitle>
        <CardDescription>
          Each email to this client has the link. On a new device it asks for a code, which goes to their
          address.
        </CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-4">
        {portal.data ? (
          <LoadedPortal client={client} portal={portal.data} />
        ) : (
          <PanelFallback
            query={portal}
            title="The portal could not be loaded"
            text={null}
            sizes={['h-9 w-40', 'h-5 w-56']}
          />
        )}
      </CardContent>
    </Card>
  )
}

const devicesText = (count: number) => (count === 1 ? '1 device' : `${count} devices`)

function LoadedPortal({ client, portal }: PortalCardProps & { portal: ClientPortal }) {
  const { url, openedAt, devices } = portal
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const [asking, setAsking] = useState<'renew' | 'end' | null>(null)
  const changing = useMutation({
    mutationFn: (change: 'renew' | 'end') =>
      call(change === 'renew' ? renewClientPortal : endPortalDevices, { params: { id: client.id } }),
    onSuccess: async (_, change) => {
      await refreshClients(queries)
      setAsking(null)
      if (change === 'renew') showSuccess('Link Renewed', 'The links before it have ended.')
      else showSuccess('Devices Ended', 'Each device asks for a code again.')
    },
  })
  async function copy() {
    try {
      await navigator.clipboard.writeText(url ?? '')
      showSuccess('Link Copied', 'It opens only with a code that goes to the client’s address.')
    } catch {
      showError('The link was not copied', 'Your browser doesn’t allow it.')
    }
  }
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="sm" onClick={() => void copy()}>
          <Copy aria-hidden />
          Copy link
        </Button>
        {url !== null && (
          <Button asChild variant="secondary" size="sm">
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              Preview
              <span className="sr-only">, opens in a new tab</span>
            </a>
          </Button>
        )}
        <May permission="sales.write">
          <Menu
            trigger={
              <Button variant="secondary" size="sm" aria-label="More actions for the portal">
                <Ellipsis aria-hidden />
              </Button>
            }
          >
            <MenuItem icon={RefreshCw} onSelect={() => setAsking('renew')}>
              Renew link…
            </MenuItem>
            <MenuItem icon={MonitorX} disabled={devices === 0} onSelect={() => setAsking('end')}>
              End devices…
            </MenuItem>
          </Menu>
        </May>
      </div>
      <p className="text-sm text-muted">
        {openedAt === null ? 'Not opened yet.' : `Last opened ${formatMoment(timeZone, openedAt)}.`}{' '}
        {devices > 0 && `Confirmed on ${devicesText(devices)}.`}
      </p>
      <ConfirmDialog
        open={asking !== null}
        onOpenChange={(open) => {
          if (open) return
          changing.reset()
          setAsking(null)
        }}
        title={asking === 'renew' ? 'Renew the link?' : 'End all devices?'}
        description={
          asking === 'renew'
            ? 'The link in earlier emails ends, and so do all confirmed devices. The next email has the new link, and the client can also ask for it.'
            : 'The link stays the same. Each device asks for a code again, which goes to the client’s address.'
        }
        confirmLabel={asking === 'renew' ? 'Renew link' : 'End devices'}
        tone="danger"
        busy={changing.isPending}
        busyLabel={asking === 'renew' ? 'Renewing...' : 'Ending...'}
        onConfirm={() => asking && changing.mutate(asking)}
      >
        {changing.isError && (
          <Notice tone="error">{messageOf(changing.error, 'That didn’t work. Please try again.')}</Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
