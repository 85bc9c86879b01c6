import {
  type KeyboardEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'

const steps = [1, 1.5, 2, 3, 4, 6]
/** Pointers that move less than this have clicked. */
const dragFromPx = 4

/** Zoom and panning in an element that scrolls. At 1 its content fits. */
export function useZoom() {
  const pane = useRef<HTMLDivElement>(null)
  const [zoom, setZoom] = useState(1)
  const middle = useRef<{ x: number; y: number } | null>(null)
  const drag = useRef<{ x: number; y: number; left: number; top: number; moves: boolean } | null>(null)

  function zoomTo(next: number) {
    const element = pane.current
    if (element) {
      middle.current = {
        x: (element.scrollLeft + element.clientWidth / 2) / element.scrollWidth,
        y: (element.scrollTop + element.clientHeight / 2) / element.scrollHeight,
      }
    }
    setZoom(next)
  }

  // What was in the middle stays there.
  useLayoutEffect(() => {
    const element = pane.current
    if (!element || !middle.current) return
    element.scrollLeft = middle.current.x * element.scrollWidth - element.clientWidth / 2
    element.scrollTop = middle.current.y * element.scrollHeight - element.clientHeight / 2
    middle.current = null
  })

  const zoomIn = () => zoomTo(steps.find((step) => step > zoom) ?? zoom)
  const zoomOut = () => zoomTo(steps.findLast((step) => step < zoom) ?? zoom)
  const fit = () => zoomTo(1)

  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return
    // The browser would zoom the whole page.
    event.preventDefault()
    if (event.deltaY < 0) zoomIn()
    else zoomOut()
  })
  useEffect(() => {
    const element = pane.current
    const listen = (event: WheelEvent) => turnWheel(event)
    element?.addEventListener('wheel', listen, { passive: false })
    return () => element?.removeEventListener('wheel', listen)
  }, [])

  const keys: Record<string, () => void> = { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit }

  return {
    zoom,
    zoomIn,
    zoomOut,
    fit,
    canZoomIn: zoom < (steps.at(-1) ?? 1),
    canZoomOut: zoom > 1,
    pane: {
      ref: pane,
      onKeyDown(event: KeyboardEvent) {
        if (!event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.()
      },
      // Touch scrolls by itself.
      onPointerDown(event: PointerEvent<HTMLDivElement>) {
        if (event.pointerType !== 'mouse' || event.button !== 0) return
        const { scrollLeft: left, scrollTop: top } = event.currentTarget
        drag.current = { x: event.clientX, y: event.clientY, left, top, moves: false }
      },
      onPointerMove(event: PointerEvent<HTMLDivElement>) {
        const from = drag.current
        if (!from) return
        const [x, y] = [event.clientX - from.x, event.clientY - from.y]
        if (!from.moves && Math.hypot(x, y) < dragFromPx) return
        if (!from.moves) event.currentTarget.setPointerCapture(event.pointerId)
        from.moves = true
        event.currentTarget.scrollLeft = from.left - x
        event.currentTarget.scrollTop = from.top - y
      },
      onPointerUp() {
        drag.current = null
      },
      onPointerCancel() {
        drag.current = null
      },
    },
  }
}
