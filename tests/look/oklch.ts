export type Oklch = { lightness: number; chroma: number; hue: number };

/** Converts to linear sRGB with Björn Ottosson's matrices. The result may be outside the gamut. */
function toLinearRgb({ lightness, chroma, hue }: Oklch) {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ] as const;
}

/** Clips a value outside the gamut, as browsers do. */
const clip = (channel: number) => Math.min(1, Math.max(0, channel));

function luminance(color: Oklch) {
  const [red, green, blue] = toLinearRgb(color);
  return 0.2126 * clip(red) + 0.7152 * clip(green) + 0.0722 * clip(blue);
}

export function contrast(one: Oklch, other: Oklch) {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

export function isInGamut(color: Oklch) {
  return toLinearRgb(color).every((channel) => channel > -0.001 && channel < 1.001);
}

export function toHex(color: Oklch) {
  const channels = toLinearRgb(color).map((linear) => {
    const value = clip(linear);
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
