-- CreateTable
CREATE TABLE "municipality_districts" (
    "municipality_id" INTEGER NOT NULL,
    "districts" JSONB NOT NULL,
    "fetched_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "municipality_districts_pkey" PRIMARY KEY ("municipality_id")
);
