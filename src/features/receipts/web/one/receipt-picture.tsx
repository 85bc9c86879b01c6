import { ChevronLeft, ChevronRight, FileX, Maximize, Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Spinner } from '../../../../web/ui/spinner.tsx'
import type { Receipt } from '../../contract.ts'
import type { ReadField } from '../fields-to-check.ts'
import { pageUrl } from '../receipt-api.ts'
import { receiptName } from '../receipt-text.ts'
import { useZoom } from './use-zoom.ts'

interface ReceiptPictureProps {
  receipt: Receipt
  toCheck: ReadonlySet<ReadField>
  /** The field that has the focus. */
  active: ReadField | null
  onChoose: (field: ReadField) => void
}

/** The pages of a receipt, with an outline where each field was read. */
export function ReceiptPicture({ receipt, toCheck, active, onChoose }: ReceiptPictureProps) {
  const { pages, state, reading } = receipt
  const { zoom, zoomIn, zoomOut, fit, canZoomIn, canZoomOut, pane } = useZoom()
  const [chosen, setChosen] = useState(0)
  const outline = useRef<SVGPolygonElement>(null)
  const activePage = active === null ? undefined : reading?.[active]?.area?.page
  const [shownFor, setShownFor] = useState(active)
  // The page of a field is shown when the field gets the focus, and can be left then.
  if (active !== shownFor) {
    setShownFor(active)
    if (activePage !== undefined && activePage <= pages.length) setChosen(activePage - 1)
  }
  const index = Math.min(chosen, Math.max(0, pages.length - 1))
  const page = pages[index]

  useEffect(() => {
    if (zoom > 1 && active !== null) outline.current?.scrollIntoView({ block: 'center', inline: 'center' })
  }, [active, zoom])

  return (
    <Card className="overflow-hidden lg:sticky lg:top-20">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and the pointer scroll and zoom it */}
      <section
        {...pane}
        aria-label="Picture of the receipt. Plus and minus zoom."
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        data-zoomed={zoom > 1 || undefined}
        className={classNames(
          '[container-type:size] flex h-[42dvh] overflow-auto bg-surface-sunken -outline-offset-2 lg:h-[calc(100dvh-13rem)] lg:min-h-96',
          zoom > 1 && 'cursor-grab active:cursor-grabbing',
        )}
      >
        {page ? (
          <div
            className="relative m-auto shrink-0"
            style={{
              width: `calc(min(100cqw, 100cqh * ${page.width / page.height}) * ${zoom})`,
              aspectRatio: `${page.width} / ${page.height}`,
            }}
          >
            <img
              src={pageUrl(receipt.id, index + 1)}
              alt={`Receipt from ${receiptName(receipt)}, page ${index + 1}`}
              draggable={false}
              className="size-full select-none"
            />
            <svg
              aria-hidden
              viewBox="0 0 1 1"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible"
            >
              {Object.entries(reading ?? {}).map(([name, { area }]) => {
                const field = name as ReadField
                const isActive = field === active
                return (
                  area !== null &&
                  area.page === index + 1 && (
                    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a shortcut to a field that has a label
                    <polygon
                      key={field}
                      ref={isActive ? outline : undefined}
                      data-outline={field}
                      data-active={isActive || undefined}
                      points={area.quad.map((corner) => corner.join(',')).join(' ')}
                      vectorEffect="non-scaling-stroke"
                      onClick={() => onChoose(field)}
                      className={classNames(
                        'cursor-pointer transition-colors',
                        // Those of the light theme: paper is white in both.
                        toCheck.has(field)
                          ? 'fill-[#855000] stroke-[#855000]'
                          : 'fill-[#0d5f5a] stroke-[#0d5f5a]',
                        isActive
                          ? 'stroke-[3] [fill-opacity:0.25]'
                          : 'stroke-[1.5] [fill-opacity:0.06] hover:[fill-opacity:0.18]',
                      )}
                    />
                  )
                )
              })}
            </svg>
          </div>
        ) : (
          <span className="m-auto flex flex-col items-center gap-3 text-sm text-muted">
            {state === 'waiting' ? (
              <>
                <Spinner size="lg" /> Reading…
              </>
            ) : (
              <>
                <FileX aria-hidden className="size-8" /> There is no picture to show.
              </>
            )}
          </span>
        )}
      </section>
      <div className="flex min-h-12 items-center justify-between gap-2 border-t border-border px-2 py-1">
        <div className="flex items-center text-sm text-muted tabular-nums">
          {pages.length > 1 && (
            <>
              <Tool label="Page before" disabled={index === 0} onClick={() => setChosen(index - 1)}>
                <ChevronLeft aria-hidden />
              </Tool>
              <span aria-live="polite">
                Page {index + 1} of {pages.length}
              </span>
              <Tool
                label="Page after"
                disabled={index === pages.length - 1}
                onClick={() => setChosen(index + 1)}
              >
                <ChevronRight aria-hidden />
              </Tool>
            </>
          )}
        </div>
        <div className="flex">
          <Tool label="Zoom out" disabled={!page || !canZoomOut} onClick={zoomOut}>
            <Minus aria-hidden />
          </Tool>
          <Tool label="Zoom in" disabled={!page || !canZoomIn} onClick={zoomIn}>
            <Plus aria-hidden />
          </Tool>
          <Tool label="Fit" disabled={!page || !canZoomOut} onClick={fit}>
            <Maximize aria-hidden />
          </Tool>
        </div>
      </div>
    </Card>
  )
}

interface ToolProps {
  label: string
  disabled: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, disabled, onClick, children }: ToolProps) {
  return (
    <Button variant="ghost" size="icon" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </Button>
  )
}
