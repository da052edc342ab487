export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number;
  dataDir: string;
  /** How long phones take to react. */
  phoneDelayMs: number;
  evolutionApiKey: string;
  /** How long a QR Code can be scanned. */
  qrLifeMs?: number;
  /** Wait before the first retry of a webhook; it doubles from there. */
  webhookRetryMs?: number;
  /** Without it no mail server is started; 0 takes a free port. */
  smtpPort?: number;
}
