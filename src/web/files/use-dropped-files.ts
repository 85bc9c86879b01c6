import { useEffect, useEffectEvent, useState } from 'react'

const hasFiles = (data: DataTransfer | null) => data?.types.includes('Files') ?? false

/** Takes files that are dropped anywhere on the page or pasted. Returns whether files are being dragged over it. */
export function useDroppedFiles(isOn: boolean, onFiles: (files: File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false)

  const take = useEffectEvent((event: Event, data: DataTransfer | null) => {
    const files = [...(data?.files ?? [])]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  })

  useEffect(() => {
    if (!isOn) return undefined
    const over = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      // The browser would open the file.
      event.preventDefault()
      setIsOver(true)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false)
    }
    const drop = (event: DragEvent) => {
      setIsOver(false)
      take(event, event.dataTransfer)
    }
    const paste = (event: ClipboardEvent) => {
      // A dialog handles pasted content itself. A field takes text only.
      const isInDialog = event.target instanceof Element && event.target.closest('[role$="dialog"]')
      if (!isInDialog) take(event, event.clipboardData)
    }
    document.addEventListener('dragover', over)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [isOn])

  return isOn && isOver
}
