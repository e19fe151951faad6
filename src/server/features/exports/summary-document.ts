/** A summary as its documents show it. Plain data: it is handed to another thread. */
export type SummaryDocument = Readonly<{
  title: string;
  /** Below the title: when, by which model, and how much of the recording. */
  notes: readonly string[];
  /** Markdown. */
  text: string;
  createdAt: string;
  productName: string;
}>;
