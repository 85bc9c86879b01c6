/** Chinese and Japanese: a line may end almost anywhere. */
const ideographic =
  /[\u2e80-\u2fdf\u3000-\u30ff\u3190-\u9fff\uf900-\ufaff\uff00-\uffef]|[\ud840-\ud87f][\udc00-\udfff]/
const closing =
  /[、。，．：；！？）」』】〉》〕｝…‥・ーゝゞ々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)\]},.!?:;%’”\u00a0]/
const opening = /[（「『【〈《〔｛([{“‘$¥￥\u00a0]/
/** Lao, Myanmar, Khmer and Thai: no spaces between words, so a dictionary finds the words. */
const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/
const wordSegmenter = new Intl.Segmenter('en', { granularity: 'word' })

/** Returns where a line may end other than at a space, as indices of the character after the break. */
export function findBreaks(text: string): Set<number> {
  return new Set([...breaksBetweenIdeographs(text), ...breaksWithoutSpaces(text)])
}

function breaksBetweenIdeographs(text: string): number[] {
  if (!ideographic.test(text)) return []
  const breaks: number[] = []
  let index = 0
  let previous = ''
  for (const char of text) {
    const isBetween = previous !== '' && (ideographic.test(previous) || ideographic.test(char))
    if (isBetween && !closing.test(char) && !opening.test(previous)) breaks.push(index)
    index += char.length
    previous = char
  }
  return breaks
}

function breaksWithoutSpaces(text: string): number[] {
  if (!unspaced.test(text)) return []
  return Array.from(wordSegmenter.segment(text))
    .filter(
      ({ index, segment }) => index > 0 && unspaced.test(segment) && unspaced.test(text[index - 1] ?? ''),
    )
    .map(({ index }) => index)
}
