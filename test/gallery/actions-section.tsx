import { Download, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../src/web/ui/badge.tsx'
import { Button } from '../../src/web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../src/web/ui/card.tsx'

export function ActionsSection() {
  const [busy, setBusy] = useState(false)
  const [presses, setPresses] = useState(0)
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card>
        <CardHeader>
          <CardTitle>Buttons</CardTitle>
          <CardDescription>One primary button a screen; this page is the exception.</CardDescription>
        </CardHeader>
        <CardContent className="flex flex-col gap-4">
          <div className="flex flex-wrap gap-2">
            <Button>
              <Plus aria-hidden /> New invoice
            </Button>
            <Button variant="secondary">
              <Download aria-hidden /> Download
            </Button>
            <Button variant="ghost">Skip</Button>
            <Button variant="danger">
              <Trash2 aria-hidden /> Delete
            </Button>
            <Button variant="link">See all</Button>
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button size="sm">Small</Button>
            <Button size="md">Medium</Button>
            <Button size="lg">Large</Button>
            <Button size="icon" variant="secondary" aria-label="Add">
              <Plus aria-hidden />
            </Button>
            <Button variant="secondary" asChild>
              <a href="#somewhere">A link</a>
            </Button>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button disabled>Disabled</Button>
            <Button variant="secondary" disabled>
              Disabled
            </Button>
            <Button busy busyLabel="Saving...">
              Save
            </Button>
            <Button variant="secondary" busy busyLabel="Refreshing...">
              Refresh
            </Button>
          </div>
        </CardContent>
        <CardFooter>
          <Button
            busy={busy}
            busyLabel="Adding..."
            onClick={() => {
              setBusy(true)
              setPresses(presses + 1)
            }}
          >
            Add expense
          </Button>
          <span className="text-sm text-muted">Presses: {presses}</span>
        </CardFooter>
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Badges</CardTitle>
          <CardDescription>A word always goes with the colour.</CardDescription>
        </CardHeader>
        <CardContent className="flex flex-wrap gap-2">
          <Badge>Draft</Badge>
          <Badge tone="accent">PRO</Badge>
          <Badge tone="positive">Paid</Badge>
          <Badge tone="attention">Pending</Badge>
          <Badge tone="negative">Overdue</Badge>
          <Badge tone="accent" icon={Plus}>
            New
          </Badge>
        </CardContent>
        <CardContent>
          <h3 className="text-sm font-semibold">Type</h3>
          <p className="mt-2 text-3xl font-semibold tracking-tight">You are owed $4,200.00</p>
          <p className="text-2xl font-semibold tracking-tight">You are owed $4,200.00</p>
          <p className="text-xl font-semibold">You are owed $4,200.00</p>
          <p className="text-lg">You are owed $4,200.00</p>
          <p>You are owed $4,200.00</p>
          <p className="text-sm text-muted">From 3 invoices, the oldest due on Mar 9, 2026</p>
        </CardContent>
      </Card>
    </div>
  )
}
