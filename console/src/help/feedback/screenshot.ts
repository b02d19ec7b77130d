import { screenshotLimit, screenshotTypes } from '@steward/contract/help/constants'

/** The chosen file isn't a supported image. */
export class NotAPicture extends Error {}

/** Longest edges in px, tried in this order until the image is small enough. */
const edges = [1920, 1280, 800]

/** Whether this browser supports screen capture. */
export const canCapture = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/**
 * Makes an image small enough to send. Redrawing it also removes metadata that cameras add.
 * @throws NotAPicture if it isn't PNG, JPEG or WebP
 */
export async function shrink(file: Blob): Promise<File> {
  if (!screenshotTypes.some((type) => type === file.type)) throw new NotAPicture()
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new NotAPicture()
  })
  try {
    return await draw(bitmap, bitmap)
  } finally {
    bitmap.close()
  }
}

/**
 * Captures what the user chooses to share, with this tab as the first option.
 * @throws the browser's error, such as when the user cancels
 */
export async function capture(): Promise<File> {
  // `preferCurrentTab` is not in the types yet (Screen Capture, W3C working draft).
  const wish: DisplayMediaStreamOptions & { preferCurrentTab: boolean } = { video: true, audio: false, preferCurrentTab: true }
  const stream = await navigator.mediaDevices.getDisplayMedia(wish)
  try {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = stream
    await video.play()
    // By the second frame, the browser's own dialog has closed.
    await new Promise<void>((resolve) => video.requestVideoFrameCallback(() => video.requestVideoFrameCallback(() => resolve())))
    return await draw(video, { width: video.videoWidth, height: video.videoHeight })
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

async function draw(source: CanvasImageSource, size: { width: number; height: number }): Promise<File> {
  for (const edge of edges) {
    const scale = Math.min(1, edge / Math.max(size.width, size.height))
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.round(size.width * scale))
    canvas.height = Math.max(1, Math.round(size.height * scale))
    canvas.getContext('2d')?.drawImage(source, 0, 0, canvas.width, canvas.height)
    // Browsers that can't encode WebP encode PNG.
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/webp', 0.85))
    if (blob !== null && blob.size <= screenshotLimit) return new File([blob], 'screenshot', { type: blob.type })
  }
  throw new NotAPicture()
}

/** The image as a URL that the content security policy allows. */
export function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(new Error('the picture cannot be read')))
    reader.readAsDataURL(file)
  })
}
